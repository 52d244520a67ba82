// A signed link that was used after its end is no forged one, and a script does not wait for that end.
import t from 'tap'
import { actAsCall } from './company-acts.ts'
import { isForged, isOutlived, linkOf } from './fresh-link.ts'
import { recordedExchange } from './recorded-exchange.support.ts'
import type { Finding } from './run-record.ts'

const begun = '2026-03-02T15:04:05.000Z'
const expires = Date.parse(begun) / 1_000 + 900
const link = `https://x.example.com/v1/download/doc_1?expires=${expires}&signature=•••`
const read = recordedExchange({ id: 'x1', operation: 'getDocument', answer: { download: { url: link } } })
const used = recordedExchange({ id: 'x2', operation: 'downloadDocument', url: link })
const moved = actAsCall({ by: 'c', act: 'POST /clock/advance', body: { seconds: 1_000 }, made: [] }, 'a1')
const accepted = { kind: 'accepted' } as Finding

t.ok(isForged(linkOf(used, [read])!, accepted, [read]), 'nothing else can be wrong with it')
t.notOk(isForged(linkOf(used, [read])!, { ...accepted, kind: 'refused' }, [read]))
t.ok(isForged(linkOf(used, [moved, read])!, accepted, [moved, read]))
t.notOk(isForged(linkOf(used, [read, moved])!, accepted, [read, moved]), 'it ended')

const late = { ...used, started_at: new Date((expires + 1) * 1_000).toISOString() }
t.notOk(isOutlived(used, [read]))
t.ok(isOutlived(late, [read]))
t.notOk(isOutlived(late, [read, moved]), 'the script moves the clock')
t.notOk(isOutlived(late, []), 'no link was read')
