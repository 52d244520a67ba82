// The address guard: which addresses a delivery may dial, in every form they can be written.
import t from 'tap'
import { createAddressGuard, isLoopback, isRefused } from './address-guard.ts'

const REFUSED = {
  'the metadata address': '169.254.169.254',
  'any link-local address': '169.254.0.1',
  'the metadata address, mapped': '::ffff:169.254.169.254',
  'the metadata address, mapped, in hex': '::ffff:a9fe:a9fe',
  'the metadata address, compatible': '::a9fe:a9fe',
  'the metadata address, translated': '::ffff:0:a9fe:a9fe',
  'the metadata address behind NAT64': '64:ff9b::a9fe:a9fe',
  'the metadata address behind a local NAT64 of 96 bits': '64:ff9b:1::169.254.169.254',
  'the metadata address behind a local NAT64 of 48 bits': '64:ff9b:1:a9fe:a9:fe00::',
  'the metadata address behind a local NAT64 of 56 bits': '64:ff9b:1:12a9:fe:a9fe::',
  'the metadata address behind a local NAT64 of 64 bits': '64:ff9b:1:1234:a9:fea9:fe00:0',
  'the metadata address by 6to4': '2002:a9fe:a9fe::1',
  'the metadata address by Teredo': '2001:0:4136:e378:8000:63bf:5601:5601',
  'the metadata address as a Teredo server': '2001:0:a9fe:a9fe::1',
  'the metadata address by ISATAP': '2001:db8::5efe:a9fe:a9fe',
  'a link-local IPv6 address': 'fe80::1',
  'the last link-local IPv6 address': 'febf:ffff::1',
  'a link-local IPv6 address with its zone': 'fe80::1%eth0',
  'the metadata address of AWS over IPv6': 'fd00:ec2::254',
  'the metadata address of Google over IPv6': 'fd20:ce::254',
  'the metadata address of Scaleway over IPv6': 'fd00:42::42',
  'the metadata address of Alibaba': '100.100.100.200',
  'the host agent of Azure': '168.63.129.16',
}

t.test('link-local and cloud metadata addresses are refused in every form', async (t) => {
  for (const [what, address] of Object.entries(REFUSED)) t.ok(isRefused(address), `${what}: ${address}`)
})

t.test('loopback, private and public addresses are allowed', async (t) => {
  const allowed = [
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
  ]
  allowed.push('fd00::1', 'fec0::1', '8.8.8.8', '169.253.255.255', '169.255.0.1', '2606:4700::1111', '64:ff9b::808:808')
  allowed.push('2002:808:808::1', '2001:db8::1')
  for (const address of allowed) t.notOk(isRefused(address), address)
})

t.test('loopback is distinguished from other addresses', async (t) => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) t.ok(isLoopback(address), address)
  for (const address of ['128.0.0.1', '10.0.0.1', '::2', 'fd00::1']) t.notOk(isLoopback(address), address)
})

t.test('a literal of a URL is judged by the address it stands for, without asking a resolver', async (t) => {
  const guard = createAddressGuard(async () => t.fail('asked a resolver') as never)
  const hosts = [
    '2852039166',
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
    '[fe80::1]',
  ]
  for (const host of hosts) {
    await t.rejects(async () => guard(new URL(`https://${host}/`).hostname), { code: 'address_refused' }, host)
  }
  t.same(await guard(new URL('https://[::1]/').hostname), {
    addresses: [{ address: '::1', family: 6 }],
    loopback: true,
  })
  t.same(await guard('10.1.2.3'), { addresses: [{ address: '10.1.2.3', family: 4 }], loopback: false })
})

t.test('one refused address among several refuses the name', async (t) => {
  const guard = createAddressGuard(async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ])
  await t.rejects(async () => guard('both.example'), {
    code: 'address_refused',
    message: /both\.example.*169\.254\.169\.254/,
  })
})

t.test('a name that does not resolve, or resolves to nothing, is a DNS failure', async (t) => {
  const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
  await t.rejects(async () => createAddressGuard(unknown)('nowhere.example'), {
    code: 'dns_failure',
    message: /nowhere\.example/,
  })
  await t.rejects(async () => createAddressGuard(async () => [])('empty.example'), { code: 'dns_failure' })
})

t.test('localhost is loopback', async (t) => {
  t.ok((await createAddressGuard()('localhost')).loopback)
})
