import t from 'tap'
import { leadsInside } from './inside-addresses.ts'

const hostOf = (url: string) => [new URL(url).hostname]
const leads = (link: string, target: string): boolean => leadsInside(hostOf(link), [hostOf(target)])

t.test('a public target may not lead into the network of who asks', async (t) => {
  for (const link of [
    'http://127.0.0.1:4401/profile',
    'http://localhost:4401/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://192.168.1.1/',
    'http://172.20.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://0x7f.1/',
  ])
    t.ok(leads(link, 'https://api.lender.example/v1'), link)
})

t.test('links to itself, to other public hosts, and beside a target that is inside are followed', async (t) => {
  t.notOk(leads('https://files.lender.example/x', 'https://api.lender.example/v1'))
  t.notOk(leads('https://api.lender.example:8443/x', 'https://api.lender.example/v1'))
  t.notOk(leads('http://127.0.0.1:9000/bucket/x', 'http://127.0.0.1:4400/v1'))
  t.notOk(leads('http://minio.internal/x', 'http://10.0.0.7/v1'))
  t.notOk(leads('http://8.8.8.8/', 'http://127.0.0.1:4400/v1'))
})

t.test('where machines keep their credentials no link is followed, not even from inside', async (t) => {
  t.ok(leads('http://169.254.169.254/latest/', 'http://127.0.0.1:4400/v1'))
  for (const host of [
    '[fd00:ec2::254]',
    '[fd00:42::42]',
    '[fd20:ce::254]',
    '[fe90::1]',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
  ])
    t.ok(leads(`http://${host}/latest/`, 'http://10.0.0.7/v1'), host)
})
