#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the libvrm authors
#
# scripts/demo_page.sh: a page that shows what demo.sh has left in the current folder, on stdout.
set -euo pipefail

text_of() {
  if [[ -f $1 ]]; then sed -e 's/\x1b\[[0-9;]*m//g' -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' "$1"; fi
}
picture() {
  if [[ -f $1 ]]; then echo "<figure><img src=\"$1\" alt=\"$2\"><figcaption>$2</figcaption></figure>"; fi
}
report() {
  if [[ -s $2 ]]; then printf '<h2>%s</h2>\n<pre>%s</pre>\n' "$1" "$(text_of "$2")"; fi
}

cat <<'HTML'
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>libvrm: demo</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #223; background: #f6f7fa }
  .row { display: flex; flex-wrap: wrap; gap: 1rem }
  .row figure { flex: 1 1 18rem }
  figure { margin: 0 0 1rem; background: #fff; border-radius: 12px; padding: 1rem; box-shadow: 0 1px 4px #0002 }
  img { display: block; max-width: 100%; margin: auto; border-radius: 6px }
  figcaption { text-align: center; color: #667; padding-top: .5rem }
  pre { background: #1d2230; color: #dde3f0; padding: 1rem; border-radius: 12px; overflow-x: auto; font-size: 13px; max-height: 30rem }
</style>
<h1>libvrm</h1>
<p>What <code>./demo.sh</code> made of <a href="avatar.vrm">avatar.vrm</a> on this machine.</p>
<div class="row">
HTML
picture portrait.png "vrm render --view three-quarter"
picture turntable.webp "--turntable: hair and clothes sway"
picture overlay.png "--overlay bones,springs,colliders,limits"
echo "</div>"
picture sheet.png "--sheet: four views and every expression"
report "vrm validate --advice" validate.txt
report "vrm bench --avatars 100" bench.txt
report "vrm info" info.txt
echo "</html>"
