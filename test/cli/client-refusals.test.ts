/** What `portico client …` refuses, and its messages. */
import { CONF } from '../support/fixtures.ts'
import { OWNER, startClientWorld } from './client-world.ts'

const COMMANDS = ['create', 'list', 'show', 'update', 'rotate-secret', 'disable', 'enable', 'decommission', 'env']

const world = await startClientWorld('an embedded file')

describe('portico client:', () => {
  it('a refusal prints its reason, in words and as data, changes nothing and leaves no entry', async () => {
    await world.made('first')
    const redirectUri = 'https://first.example/callback'
    const taken = await world.create('second', '--redirect-uri', redirectUri)
    expect([taken.code, taken.out, taken.err]).toEqual([1, '', `${redirectUri} already belongs to the client first`])
    const data = await world.create('second', '--redirect-uri', redirectUri, '--json')
    expect(JSON.parse(data.out)).toEqual({ outcome: 'redirect-uri-taken', redirectUri, holder: 'first' })
    expect((await world.create('first')).err).toBe('this client ID is already in use')
    expect(JSON.parse((await world.client('enable', 'first', '--json')).out)).toEqual({
      outcome: 'blocked',
      blockedBy: 'already-active',
    })
    const invalid = await world.client('create X', ...OWNER, '--type', 'public', '--redirect-uri', 'http://x.example/*')
    expect(invalid.err.split('\n')).toEqual(
      expect.arrayContaining([
        'client ID must be 3 to 63 characters',
        expect.stringContaining('redirect URI cannot contain *'),
      ]),
    )
    for (const line of [
      ['update', CONF.client_id, '--name', 'x'],
      ['disable', CONF.client_id, '--yes'],
      ['rotate-secret', 'sso-admin', '--yes'],
    ])
      expect((await world.client(...line)).err).toContain('comes from the configuration or is part of the service')
    for (const line of [
      ['show', 'unknown'],
      ['update', 'unknown'],
      ['disable', 'unknown', '--yes'],
      ['env', 'unknown'],
    ])
      expect(await world.client(...line, '--json')).toMatchObject({ code: 1, out: '{"outcome":"missing"}' })
    expect(await world.operations('second')).toEqual([])
  })

  it('changes that affect users immediately need a confirmation', async () => {
    await world.made('asked')
    for (const command of ['disable', 'rotate-secret'])
      expect(await world.client(command, 'asked')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('use --yes'),
      })
    expect(await world.data('show', 'asked')).toMatchObject({ status: 'active', version: 1 })
  })

  it.each(COMMANDS)('%s without a client, or with an unknown option, is a usage error (2)', async (command) => {
    const lines = command === 'list' ? [['list', '--nonsense']] : [[command], [command, 'a-client', '--nonsense']]
    for (const line of lines) {
      const { code, out, err } = await world.client(...line)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(`portico client ${command}`)
    }
    expect((await world.client(command, '--help')).out).toContain('--json')
  })
})
