/** `portico client … --icon FILE`, and icons in exported files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTILE_PICTURES } from '../support/hostile-pictures.ts'
import { newFolder } from '../support/new-folder.ts'
import { SMALL_SVG } from '../support/pictures.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { portico } from './portico.ts'

const folder = newFolder()
const file = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

describe.each(STORES)('portico client --icon, on %s:', (kind) => {
  let world: ClientWorld
  beforeAll(async () => {
    world = await startClientWorld(kind)
  })

  it('keeps the file with the client, and removes it', async () => {
    await world.made('billing', '--icon', file('icon.svg', SMALL_SVG))
    const { icon } = (await world.data('show', 'billing')) as { readonly icon: string }
    expect(icon).toMatch(/^[\da-f]{32}\.svg$/)
    expect((await world.idp.send(`/_sso/assets/picture.${icon}`)).text).toBe(SMALL_SVG)
    expect((await world.client('update', 'billing', '--name', 'Other')).code).toBe(0)
    expect(await world.data('show', 'billing')).toMatchObject({ icon })
    expect((await world.client('update', 'billing', '--icon', '')).code).toBe(0)
    expect(await world.data('show', 'billing')).not.toHaveProperty('icon')
  })

  it('takes the icon of a known app', async () => {
    await world.made('gitlab', '--app', 'gitlab', '--url', 'https://git.example.com')
    expect(await world.data('show', 'gitlab')).toMatchObject({ icon: expect.stringMatching(/\.svg$/) })
  })

  it('an exported file has the picture, and another store takes it from there', async () => {
    await world.made('exported', '--icon', file('exported.svg', SMALL_SVG))
    const { icon } = await world.data('show', 'exported')
    const lines = (await portico('export --clients', world.env)).out.split('\n')
    const line = lines.find((one) => one.includes('"exported"')) ?? ''
    expect(line).toContain(`"icon":"data:image/svg+xml;base64,${Buffer.from(SMALL_SVG).toString('base64')}"`)
    const other = await startClientWorld('an embedded file')
    expect((await portico(['import', file('clients.jsonl', `${line}\n`)], other.env)).code).toBe(0)
    expect(await other.data('show', 'exported')).toMatchObject({ icon })
    expect((await other.idp.send(`/_sso/assets/picture.${icon}`)).text).toBe(SMALL_SVG)
  })

  it('refuses a file that is no such picture, names the reason, and registers nothing', async () => {
    const [, bytes = SMALL_SVG] = HOSTILE_PICTURES[0] ?? []
    const { code, err } = await world.create('hostile', '--icon', file('hostile.svg', bytes))
    expect([code, err]).toEqual([2, expect.stringContaining('loads and runs nothing (script)')])
    expect((await world.create('absent', '--icon', join(folder, 'absent.png'))).err).toContain(
      'cannot be read (ENOENT)',
    )
    for (const id of ['hostile', 'absent']) expect((await world.client('show', id)).code).toBe(1)
  })
})
