// How the drawings and the heat map look: each colour has a dash, a shape or a sign beside it.

export const drawingStyle = `
figure { margin: 1rem 0 }
svg { display: block; font-family: inherit }
svg text { fill: var(--ink); font-size: 11px }
.life .node rect { fill: var(--raised); stroke: var(--soft) } .life .node.unseen rect { stroke-dasharray: 3 3 } .life .node.unseen text { fill: var(--soft) }
.life .hint { fill: var(--soft); font-style: italic }
.edge path { fill: none; stroke: var(--soft); stroke-width: 1.3 } .edge rect { fill: var(--paper) } .pipe { fill: none; stroke: var(--line); stroke-width: 2 }
.edge.passed path { stroke: var(--pass) } .edge.passed text { fill: var(--pass) }
.edge.violated path { stroke: var(--fail); stroke-width: 3; stroke-dasharray: 9 4 } .edge.violated text { fill: var(--fail); font-weight: 700 }
.edge.seen path { stroke: var(--not-tested); stroke-dasharray: 12 3 } .edge.seen text { fill: var(--not-tested) }
.edge.inconclusive path { stroke: var(--inconclusive); stroke-dasharray: 8 3 2 3 } .edge.inconclusive text { fill: var(--inconclusive) }
.edge.unseen path { stroke: var(--soft); stroke-dasharray: 1.5 4 } .edge.unseen text { fill: var(--soft) }
.head path { fill: var(--soft) } .head.passed path { fill: var(--pass) } .head.violated path { fill: var(--fail) }
.head.seen path { fill: var(--not-tested) } .head.inconclusive path { fill: var(--inconclusive) }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; font-size: .9rem; color: var(--soft) } .legend svg { display: inline-block; vertical-align: middle }
.heat { font-size: .84rem; width: auto } .heat th, .heat td { padding: .25rem .5rem } .heat td { text-align: center; border: 1px solid var(--line); font-variant-numeric: tabular-nums; min-width: 3rem }
.heat thead th { white-space: normal; max-width: 8.6rem; font-size: .78rem; vertical-align: bottom } .heat tbody th { font-family: var(--mono); font-size: .78rem; white-space: nowrap }
.heat .h1 { background: light-dark(#dcecf9, #16304a) } .heat .h2 { background: light-dark(#b4d6f2, #1d4a73) } .heat .h3 { background: light-dark(#7fb9e8, #2a659c) }
.heat .h0 { background: repeating-linear-gradient(45deg, var(--line) 0 1px, transparent 1px 5px) }
.heat .accepts, .heat .free { color: var(--soft) }
.heat .violated { background: var(--bad-paper); outline: 2px solid var(--fail); outline-offset: -2px } .heat .violated a { color: var(--fail); font-weight: 700 }
.axis { stroke: var(--soft) } .due { stroke: var(--ink); stroke-width: 2 } .when { fill: var(--soft); font-size: 11px }
.attempt circle { fill: var(--pass) } .attempt rect { fill: var(--paper); stroke: var(--soft); stroke-width: 1.6 } .attempt text { fill: var(--ink); font-weight: 700 } .attempt.taken text { fill: var(--paper) }
.attempt.announced rect, .attempt.announced circle { fill: var(--paper); stroke: var(--soft); stroke-dasharray: 3 2 } .attempt.announced.taken circle { stroke: var(--pass) } .attempt.announced text { fill: var(--ink) }
.event { margin: 1.2rem 0 }
`
