import { FINDINGS, finding, forwardedFinding } from '../../policies/findings.ts'

it('every code is in words that say what it is about', () => {
  for (const code of Object.keys(FINDINGS)) expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/)
})

it('a finding has the text of its code, and the facts', () =>
  expect(finding('redis-eviction', 'maxmemory-policy is allkeys-lru')).toEqual({
    code: 'redis-eviction',
    what: 'maxmemory-policy is allkeys-lru',
    severity: 'error',
  }))

it.each([
  ['all as set', { trustProxy: 1, all: 500, fewer: 0, more: 0 }, undefined],
  ['too few to check', { trustProxy: 0, all: 19, fewer: 0, more: 19 }, undefined],
  ['more proxies than set', { trustProxy: 0, all: 20, fewer: 0, more: 20 }, 'trust-proxy-low'],
  ['fewer proxies than set', { trustProxy: 2, all: 30, fewer: 20, more: 0 }, 'trust-proxy-high'],
  ['some who write the header themselves', { trustProxy: 0, all: 80, fewer: 0, more: 40 }, undefined],
  ['some who come around the proxy', { trustProxy: 1, all: 80, fewer: 40, more: 0 }, undefined],
])('the addresses that requests come with: %s', (_, seen, code) => expect(forwardedFinding(seen)?.code).toBe(code))
