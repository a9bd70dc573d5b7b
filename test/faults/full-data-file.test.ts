/**
 * D-G13 on the embedded store: the disk of the data file is full. Writes that shrink the store succeed, the service
 * reports not ready, and everything works once there is room. Where no small disk can be mounted (that takes root), the
 * tests are skipped.
 */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { person } from '../support/actors.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { BOB, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const OFFLINE = { scope: 'openid offline_access' }

it('revokes and signs out, reports not ready, and continues when there is room', async () => {
  const disk = await smallDisk(16)
  if (disk === undefined) return
  const idp = await startIdp({ options: { storage: embeddedStorage({ file: join(disk.path, 'portico.sqlite') }) } })
  const conf = relyingParty(idp, CONF)
  const [alice, bob] = [person(idp), person(idp, BOB)]
  const hers = await alice.signIn(conf, OFFLINE)
  const his = await bob.signIn(conf, OFFLINE)
  const kept = await alice.signIn(conf, OFFLINE)
  await disk.fill()
  // New records need room; sooner or later there is none.
  let refused = await alice.browser.visit(conf.request().address)
  for (let tries = 0; refused.answer.status !== 503 && tries < 3_000; tries += 1)
    refused = await person(idp).open(conf, { state: 's'.repeat(500) })
  expect(refused.answer.status).toBe(503)
  expect((await conf.revoke(hers.refresh_token)).status).toBe(200)
  expectInactive(await conf.introspect(hers.access_token))
  expect((await everywhere(idp, his.access_token)).status).toBe(200)
  expectInactive(await conf.introspect(his.access_token))
  expect(await stateOf(bob, conf)).toBe('login_required')
  await until(async () => (await idp.send('/health/ready')).status === 503)
  await disk.free()
  await until(async () => (await idp.send('/health/ready')).status === 200)
  expect(((await conf.refresh(kept.refresh_token)).json() as TokenSet).refresh_token).toEqual(expect.any(String))
  expectError(await conf.refresh(his.refresh_token), 400, 'invalid_grant')
})

it('only readiness writes: it reports that the store refuses, and why, and the log has it once', async () => {
  const disk = await smallDisk(16)
  if (disk === undefined) return
  const idp = await startIdp({ options: { storage: embeddedStorage({ file: join(disk.path, 'portico.sqlite') }) } })
  const said = (message: string): number => idp.log.lines.filter((line) => line.message === message).length
  await disk.fill()
  await until(async () => (await idp.send('/health/ready')).status === 503)
  expect((await idp.send('/health/ready')).json()).toMatchObject({
    checks: { store: 'refuses-writes' },
    reason: 'FULL',
  })
  await disk.free()
  await until(async () => (await idp.send('/health/ready')).status === 200)
  expect(said('store is rejecting writes')).toBe(1)
  expect(said('store is accepting writes again')).toBe(1)
})
