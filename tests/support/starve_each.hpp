// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <new>
#include <optional>

#include "support/slow_build.hpp"
#include "support/starve.hpp"
#include "vrm/vrm.hpp"

namespace vrm::test {

using Outcome = std::optional<Error>;

// Of a Result or LoadResult; without texts, which would take memory.
template <class R>
Outcome outcomeOf(const R& result) {
  return result ? Outcome() : Outcome(std::in_place, Error{result.error().code, {}, {}, kNoOffset});
}

enum class Throws : std::uint8_t { Never, BadAlloc };

// Each, or some of what takes long: later ones with growing steps, since what repeats a thousand times is one place.
enum class Requests : std::uint8_t { Each, Some };

// Every request for memory of `act` fails in turn, once with enough for what follows and once without any. What gives a
// Result says OUT_OF_MEMORY, what gives none throws std::bad_alloc; nothing leaks. What can do without (a sort that has a
// slower way) may succeed. `prepare` gives what `act` works on; `check` looks at that after each failure.
template <class Prepare, class Act, class Check>
void starve(Throws throws, Prepare&& prepare, Act&& act, Check&& check, Requests requests = Requests::Each) {
  if (kFewer > 1) requests = Requests::Some;
  for (const Starve::Then then : {Starve::Then::Recovers, Starve::Then::StaysEmpty}) {
    std::uint64_t failures = 0;
    std::uint64_t leaked = kNone;
    for (std::uint64_t number = 0;;) {
      bool happened = false, threw = false;
      const std::int64_t before = liveBlocks();
      {
        auto subject = prepare();
        Outcome outcome;
        {
          const Starve starve(number, then);
          try {
            outcome = act(subject);
          } catch (const std::bad_alloc&) {
            threw = true;
          }
          happened = starve.happened();
        }
        if (happened) {
          ++failures;
          EXPECT_TRUE(!threw || throws == Throws::BadAlloc) << "request " << number << " threw";
          EXPECT_EQ(outcome ? outcome->code : Code::OutOfMemory, Code::OutOfMemory) << "request " << number;
          check(subject, threw || outcome);
        } else {
          EXPECT_FALSE(threw || outcome) << "without a failure it works";
        }
        outcome.reset();
      }
      if (testing::Test::HasFailure()) break;
      if (liveBlocks() != before) {
        // The system keeps things that it makes once, at the first exception for example. Not twice.
        EXPECT_NE(leaked, number) << "request " << number << " leaks";
        leaked = number;
        continue;
      }
      if (!happened) break;
      number += requests == Requests::Some ? 1 + number / 20 : 1;
    }
    EXPECT_GT(failures, 0u) << "memory was asked for";
  }
}

template <class Prepare, class Act>
void starve(Prepare&& prepare, Act&& act) {
  starve(Throws::Never, prepare, act, [](auto&&, bool) {});
}

}  // namespace vrm::test
