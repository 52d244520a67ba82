// How the report looks: system fonts, room to breathe, colours for light and dark that always have a sign or a word beside them.

export const pageStyle = `
:root { color-scheme: light dark;
  --paper: light-dark(#ffffff, #14171c); --raised: light-dark(#f6f7f9, #1c2027); --ink: light-dark(#1b1f26, #e7e9ed);
  --soft: light-dark(#535d69, #a6afbb); --line: light-dark(#d9dde3, #343b45); --link: light-dark(#0b57a4, #8fc1f7);
  --pass: light-dark(#186a3b, #7fd49b); --fail: light-dark(#b3131f, #ff9f99); --error: light-dark(#7a1fa2, #dcaaf5);
  --inconclusive: light-dark(#825000, #f0c070); --arguable: light-dark(#0b6470, #84d2dc); --not-tested: light-dark(#2b5c8a, #93c4f0); --not-applicable: light-dark(#5b6470, #a6afbb);
  --good-paper: light-dark(#eef7f1, #15231b); --bad-paper: light-dark(#fdf1f1, #2a1718); --doubt-paper: light-dark(#fdf6e9, #262016);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
a { color: var(--link); text-underline-offset: .15em }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 0; text-wrap: balance }
h2 { font-size: 1.5rem; margin-bottom: .75rem }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
h4, h5 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); margin: 1.25rem 0 .4rem } h4 { font-size: .9rem }
p { margin: .5rem 0; max-width: 48rem }
code, pre, .x { font-family: var(--mono); font-size: .86em; overflow-wrap: anywhere }
pre { margin: 0; padding: .75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow: auto; max-height: 34rem; line-height: 1.45 }
button, select, input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; padding: .3rem .7rem; min-height: 2.2rem }
button, time { white-space: nowrap }
button { cursor: pointer }
button:hover:enabled { background: var(--raised) }
button:disabled { opacity: .5; cursor: default }
.soft, .where, figcaption { color: var(--soft) }
.n { text-align: right; font-variant-numeric: tabular-nums }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; left: -99rem; top: 0; background: var(--paper); padding: .5rem 1rem; z-index: 2 }
.skip:focus { left: 0 }
.needs-script, button.copy, form.filters { display: none }
.scripted .needs-script, .scripted button.copy { display: inline-block }
.scripted form.filters, .scripted form.open-one { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end }
[hidden] { display: none !important }
header, footer { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .75rem 1.5rem; color: var(--soft) }
header p, footer p { margin: 0 }
.brand b { color: var(--ink); letter-spacing: .02em }
footer { border-top: 1px solid var(--line); margin-top: 4rem; font-size: .9rem }
.page { display: grid; grid-template-columns: minmax(0, 1fr); padding: 0 1.5rem; max-width: 86rem; margin: 0 auto }
main { min-width: 0 }
:is(main, main > noscript) > section { padding: 2.5rem 0 .5rem; border-top: 1px solid var(--line); margin-top: 2.5rem }
:is(main, main > noscript) > section.summary { border: 0; margin-top: 0; padding-top: .5rem }
nav ul { list-style: none; margin: 0; padding: 0 0 1rem; display: flex; flex-wrap: wrap; gap: .15rem .9rem; font-size: .92rem }
nav a { color: inherit; text-decoration: none; display: inline-block; padding: .15rem 0 }
nav a:hover { text-decoration: underline }
.count { color: var(--soft); font-variant-numeric: tabular-nums; font-size: .9em }
@media (min-width: 68rem) {
  .page { grid-template-columns: 11.5rem minmax(0, 1fr); gap: 3rem }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; padding-top: 1.4rem }
  nav ul { display: block }
  nav a { display: flex; justify-content: space-between; padding: .22rem 0 }
}
.summary h1 { font-size: clamp(1.6rem, 4.2vw, 2.4rem); letter-spacing: -.015em; display: flex; gap: .5em; align-items: baseline }
.sign { flex: none; font-size: .8em; width: 1.5em; height: 1.5em; line-height: 1.5em; text-align: center; border-radius: 50%; color: var(--paper) }
.tone-good .sign { background: var(--pass) } .tone-bad .sign { background: var(--fail) } .tone-doubt .sign { background: var(--inconclusive) }
.line { color: var(--soft); margin: .6rem 0 1rem; max-width: none }
.summary > h2 { font-size: 1.05rem; margin: 1.1rem 0 .3rem } .summary > h2 a { color: inherit }
.simulated { display: inline-block; margin: 0 0 .6rem; padding: .1rem .7rem; border: 2px dashed var(--inconclusive); border-radius: 6px; color: var(--inconclusive); font-weight: 600; font-size: .95rem }
.remedies { list-style: none; padding: 0; margin: .3rem 0 } .remedies li { margin: .25rem 0; display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) } .remedies li > a { grid-column: 1 / -1 } .remedies b { font-weight: 600; font-variant-numeric: tabular-nums }
.files { max-width: none } .capital { display: inline-block } .capital::first-letter { text-transform: uppercase }
.notice { border: 1px solid var(--inconclusive); border-left-width: .4rem; background: var(--doubt-paper); border-radius: 6px; padding: .6rem 1rem; max-width: none }
.bar, .heat td, .meter, .sign { print-color-adjust: exact; -webkit-print-color-adjust: exact }
.bar { display: flex; gap: 2px; height: .8rem; margin: 1rem 0 .5rem; border-radius: 4px; overflow: hidden }
.bar span { min-width: 6px; background: var(--c) }
.pass { --c: var(--pass) } .fail { --c: var(--fail) } .arguable { --c: var(--arguable) } .error { --c: var(--error) } .inconclusive { --c: var(--inconclusive) }
.not-tested { --c: var(--not-tested) } .not-applicable { --c: var(--not-applicable) }
.bar .fail { background: repeating-linear-gradient(45deg, var(--c) 0 5px, var(--paper) 5px 7px) }
.bar .arguable { background: repeating-linear-gradient(0deg, var(--c) 0 3px, var(--paper) 3px 5px) }
.bar .not-tested, .bar .inconclusive, .bar .error { background: repeating-linear-gradient(-45deg, var(--c) 0 2px, var(--paper) 2px 5px) }
.bar .not-applicable { background: repeating-linear-gradient(90deg, var(--line) 0 2px, var(--paper) 2px 4px) }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 2rem; padding: 0; margin: 0 0 .5rem }
.counts a { color: inherit; text-decoration: none; display: block }
.counts a:hover span { text-decoration: underline }
.counts b { font-size: 1.4rem; font-weight: 600; line-height: 1.2; display: block; font-variant-numeric: tabular-nums }
.counts span { color: var(--c); font-size: .95rem } .counts i { font-style: normal; font-weight: 700 }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: .8rem 1rem; margin: 0; padding: 0 }
.facts div:first-child { grid-column: span 2 }
dt { color: var(--soft); font-size: .85rem } dd { margin: 0 }
.empty { color: var(--soft); font-size: 1.05rem }
.tag { display: inline-block; white-space: nowrap; font-size: .84rem; font-weight: 600; color: var(--c, var(--soft)) }
.plain, .groups, .legend, .headers { list-style: none; padding: 0; margin: .5rem 0 }
.plain li { margin: .3rem 0 }
.groups > li { padding: .8rem 0; border-bottom: 1px solid var(--line) }
.remedy { margin: .2rem 0 .4rem }
details { margin: .4rem 0 }
summary { cursor: pointer; padding: .15rem 0 }
.overview { padding-left: 1.4rem; margin: .3rem 0 .6rem } .overview li { margin: .3rem 0 }
.cause { border: 1px solid var(--line); border-left: .4rem solid var(--fail); border-radius: 8px; padding: 1.25rem 1.5rem; margin: 1.25rem 0 2rem }
.cause.excused { border-left-color: var(--inconclusive) }
.cause h3 { font-size: 1.3rem; margin: 0 } .rule-text { margin: .5rem 0 0; font-size: 1.05rem } .source { margin: .2rem 0 1rem; font-size: .92rem }
.gap { color: var(--soft); font-style: italic } .permalink { font-size: .88rem; margin: .6rem 0 0 }
.sides, .exchange { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) }
@media (min-width: 44rem) { .sides, .exchange { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } }
.side h4, .exchange h5 { margin-top: 0 }
.side pre { border-left-width: .3rem } .expected pre { border-left-color: var(--pass) } .received pre { border-left-color: var(--fail) }
.sides.short pre { font-size: 1rem }
mark { color: inherit; border-radius: 2px; padding: .05em .1em; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .2em }
mark.want { background: var(--good-paper); text-decoration-color: var(--pass) }
mark.absent { background: var(--bad-paper); color: var(--fail); font-weight: 600; text-decoration: none }
mark.got { background: var(--bad-paper); text-decoration-color: var(--fail); text-decoration-style: wavy; text-decoration-thickness: 1.5px }
.copyable { display: flex; gap: .6rem; align-items: start } .copyable pre { flex: 1; min-width: 0 }
.steps { padding-left: 2.2rem; margin: .4rem 0 1rem } .steps li { margin: .2rem 0 }
.ids { line-height: 1.9; max-width: none }
.headers { font-family: var(--mono); font-size: .8rem; overflow-wrap: anywhere; margin: 0 0 .6rem } .headers b { color: var(--soft); font-weight: 500 }
.first { font-family: var(--mono); font-size: .92rem; overflow-wrap: anywhere; margin-top: 0 }
.scroll { position: relative; overflow-x: auto; max-width: 100%; content-visibility: auto; contain-intrinsic-size: auto 24rem }
table { border-collapse: collapse; font-size: .92rem; min-width: 32rem; width: 100% }
.nowrap { white-space: nowrap } .nowrap code { overflow-wrap: normal }
caption { text-align: left; color: var(--soft); padding: .3rem 0; font-size: .88rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line) }
th.n, td.n { text-align: right }
thead th { color: var(--soft); font-weight: 500; font-size: .85rem; white-space: nowrap }
tbody th { font-weight: 500 }
td > details { margin: 0; max-width: 40rem }
.meter { position: relative; display: inline-block; width: 9rem; height: .7rem; background: var(--raised); border: 1px solid var(--line); vertical-align: middle }
.meter span { position: absolute; inset: 0 auto 0 0; background: var(--not-tested) } .meter i { position: absolute; top: -4px; bottom: -4px; width: 2px; background: var(--ink) }
.filters { position: sticky; top: 0; background: var(--paper); padding: .75rem 0; border-bottom: 1px solid var(--line); z-index: 1 }
.filters label, .open-one label { font-size: .85rem; color: var(--soft) } .filters select, .filters input, .open-one input { color: var(--ink); font-size: 1rem; display: block }
.filters .grow { flex: 1 1 14rem } .filters input { width: 100% } .filters output { color: var(--soft); align-self: center }
.rule, .check { border-bottom: 1px solid var(--line); margin: 0; padding: .3rem 0; content-visibility: auto; contain-intrinsic-size: auto 2.2rem }
.rule, .check { scroll-margin-top: 6.5rem }
.rule summary, .check summary { display: grid; grid-template-columns: .8rem 8rem minmax(0, 1fr); column-gap: .6rem; align-items: baseline }
.rule summary::before, .check summary::before { content: "▸"; color: var(--soft) } .rule[open] summary::before, .check[open] summary::before { content: "▾" }
.rule summary .id { grid-column: 3; color: var(--soft) }
.check summary { grid-template-columns: .8rem 8rem auto 1fr }
.rule:target, .check:target, tr:target, .cause:target { outline: 2px solid var(--link); outline-offset: 3px }
.rule dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .3rem .8rem; margin: .6rem 0 .4rem 1.4rem }
.terms { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.2rem; margin: 1rem 0; font-size: .95rem }
.rule .permalink, .check p { margin-left: 1.4rem }
.group > summary, .area > summary { font-weight: 500 }
.area { border-bottom: 1px solid var(--line); margin: 0; padding: .35rem 0 } .area h2, .area h3 { display: inline; font-size: 1.05rem; margin: 0 .5rem 0 0 } .plain .plain { margin: .3rem 0 .8rem 1.2rem } dd > .plain { margin-top: 0 } .others { margin-left: 1.4rem }
.traffic td:nth-child(2) { font-family: var(--mono); font-size: .84rem; overflow-wrap: anywhere; min-width: 16rem } .bad { color: var(--fail) }
dialog { width: min(76rem, 96vw); height: min(52rem, 92vh); max-width: none; max-height: none; padding: 0; border: 1px solid var(--soft); border-radius: 10px; background: var(--paper); color: var(--ink) }
dialog::backdrop { background: rgb(0 0 0 / .45) }
.inner { height: 100%; overflow: auto; padding: 0 1.5rem 1.5rem }
.head { position: sticky; top: 0; background: var(--paper); display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; padding: 1rem 0 .6rem; border-bottom: 1px solid var(--line) }
.head h2 { margin: 0; font-size: 1.15rem } .buttons { margin: 0 } .content h3 { margin: .8rem 0 .4rem }
.content pre { max-height: none }
@media (max-width: 38rem) { .scroll:has(table)::before { content: "↔ scroll sideways"; position: sticky; left: 0; display: block; width: max-content; color: var(--soft); font-size: .82rem } }
@media (max-width: 66rem) { .scroll:has(svg)::before { content: "↔ scroll sideways"; position: sticky; left: 0; display: block; width: max-content; color: var(--soft); font-size: .82rem } }
@media (max-width: 40rem) {
  header, footer, .page { padding-left: 1rem; padding-right: 1rem }
  .cause { padding: 1rem; border-radius: 6px }
  .rule summary, .check summary { grid-template-columns: .8rem minmax(0, 1fr) } .rule summary > :not(:first-child), .check summary > :not(:first-child) { grid-column: 2 }
  .copyable { display: block } .copyable button { margin-top: .4rem }
  .meter { width: 4rem } caption { max-width: calc(100vw - 2rem) }
  .filters { position: static } .counts { gap: .4rem 1.4rem }
  .inner { padding: 0 1rem 1rem }
  .terms { grid-template-columns: minmax(0, 1fr) }
  .rule dl { grid-template-columns: minmax(0, 1fr); margin-left: 0 } .rule dd { margin-bottom: .4rem }
}
@media print {
  nav, .skip, header button, form, .copy, #traffic, #checks, .rule[data-verdict=pass], .rule[data-verdict=not-applicable], .permalink { display: none !important }
  .page { display: block } .scroll { overflow: visible } svg { max-width: 100%; height: auto } pre { max-height: none } :is(main, main > noscript) > section { break-inside: auto } .cause { break-inside: avoid-page }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: auto } }
`
