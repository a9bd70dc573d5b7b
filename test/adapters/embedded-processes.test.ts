/**
 * Guarantees of the embedded adapter when processes share its file, and when a process dies: acknowledged changes
 * persist (D-G10), and a transition happens once (D-T8).
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { LONG, tally } from '../contract/nodes.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { newFolder } from '../support/new-folder.ts'
import { until } from '../support/until.ts'

const ADAPTER = new URL('../../adapters/embedded/index.js', import.meta.url).href
const folder = newFolder()
const fileNamed = (name: string) => join(folder, `${name}.sqlite`)

const open = (file: string): Storage => stoppedAtEnd(embeddedStorage({ file }))

/** Runs a program that finds `storage`, `say` (prints a line), `start` and `argument`; returns process and output. */
function processOn(file: string, program: string, argument: unknown, limits = '') {
  const source = `
    import { existsSync, writeSync } from 'node:fs'
    import { embeddedStorage } from ${JSON.stringify(ADAPTER)}
    const storage = embeddedStorage({ file: ${JSON.stringify(file)} })
    const argument = ${JSON.stringify(argument)}
    const say = (value) => writeSync(1, JSON.stringify(value) + '\\n')
    const start = () => {
      say('ready')
      while (!existsSync(${JSON.stringify(`${file}.start`)}));
    }
    ${program}`
  const shell = ['-c', `${limits} exec "$0" --input-type=module`, process.execPath]
  const child = spawn('sh', shell, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(source)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const said = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown)
  return { child, said, ended }
}

/** Lets all of them start in the same moment. @returns what each has said, when all have ended */
async function raced(file: string, processes: readonly ReturnType<typeof processOn>[]): Promise<readonly unknown[][]> {
  await until(() => processes.every(({ said }) => said().length === 1))
  writeFileSync(`${file}.start`, '')
  await Promise.all(processes.map(({ ended }) => ended))
  return processes.map(({ said }) => said().slice(1))
}

it('what was acknowledged before the process was killed is there for the next one', async () => {
  const file = fileNamed('killed')
  const { child, said, ended } = processOn(
    file,
    `
    for (let turn = 0; ; turn += 1) {
      await Promise.all([
        storage.families.issue('f' + turn, 'one', argument)
          .then(() => storage.families.replace('f' + turn, 'one', 'two', argument)),
        storage.subjects.revoke('alice'),
        storage.records.claim('form', 'r' + turn, 'used', argument),
        storage.audit.append(turn, ['turn ' + turn], (_before, { seq }) => 'hash ' + seq),
      ])
      say(turn)
    }`,
    LONG,
  )
  await new Promise<void>((resolve) =>
    child.stdout.on('data', () => {
      if (said().length > 100) resolve()
    }),
  )
  child.kill('SIGKILL')
  await ended

  const { families, subjects, records, audit } = open(file)
  const acknowledged = said().length
  for (let turn = 0; turn < acknowledged; turn += 1) {
    expect(await families.read(`f${turn}`)).toBe('two')
    expect(await records.claim('form', `r${turn}`, 'used', LONG)).toBe('taken')
  }
  expect((await subjects.read('alice', 's')).generation).toBeGreaterThanOrEqual(acknowledged)
  expect((await audit.bounds())?.last).toBeGreaterThanOrEqual(acknowledged)
})

it('of four processes that replace one record, one is replaced and the rest find it changed', async () => {
  const file = fileNamed('raced')
  const { families } = open(file)
  const ids = Array.from({ length: 50 }, (_, index) => `f${index}`)
  for (const id of ids) await families.issue(id, 'one', LONG)
  const racers = ['a', 'b', 'c', 'd'].map((name) =>
    processOn(
      file,
      `
    await storage.open()
    start()
    for (const id of argument.ids) say(await storage.families.replace(id, 'one', 'two by ' + argument.name, ${LONG}))
    await storage.close()`,
      { name, ids },
    ),
  )
  const said = await raced(file, racers)
  for (const [index, id] of ids.entries()) {
    const words = said.map((own) => String(own[index]))
    expect(tally(words)).toEqual({ replaced: 1, changed: 3 })
    expect(await families.read(id)).toBe(`two by ${'abcd'[words.indexOf('replaced')]}`)
  }
})

it('processes that make one new file at the same moment all find it usable', async () => {
  const file = fileNamed('made')
  const makers = ['a', 'b', 'c', 'd'].map((name) =>
    processOn(
      file,
      `
    start()
    say(await storage.open())
    await storage.documents.replace('made', argument.name, undefined, 'by it')
    await storage.close()`,
      { name },
    ),
  )
  expect(await raced(file, makers)).toEqual([[[]], [[]], [[]], [[]]])
  expect((await open(file).documents.list('made', undefined, 10)).total).toBe(4)
})

it('a hit in one process counts in the other', async () => {
  const file = fileNamed('hits')
  expect((await open(file).rates.hit('token 192.0.2.1', LONG)).count).toBe(1)
  const { said, ended } = processOn(file, "say((await storage.rates.hit('token 192.0.2.1', argument)).count)", LONG)
  await ended
  expect(said()).toEqual([2])
})

it('a disk that takes no more gives StoreUnavailable; reads go on, and what was acknowledged is kept', async () => {
  const file = fileNamed('full')
  const { said, ended } = processOn(
    file,
    `
    const acknowledged = []
    let refusal
    for (let turn = 0; turn < 5_000 && !refusal; turn += 1) {
      await storage.families.issue('f' + turn, 'x'.repeat(1_000), argument)
        .then(() => acknowledged.push(turn), (error) => { refusal = error.name })
    }
    const readable = await Promise.all(acknowledged.map((turn) => storage.families.read('f' + turn)))
    const record = await storage.families.read('f0')
    const replacing = await storage.families.replace('f0', record, 'y'.repeat(5_000_000), argument).catch((error) => error.name)
    await storage.families.resolved('f0')
    const left = await storage.families.read('f0') === record ? 'as it was' : 'replaced'
    say({ acknowledged: acknowledged.length, readable: readable.filter(Boolean).length, refusal, replacing, left })`,
    LONG,
    'ulimit -f 8000;',
  )
  await ended
  const [{ acknowledged, readable, ...outcomes }] = said() as [{ acknowledged: number; readable: number }]
  expect(outcomes).toEqual({ refusal: 'StoreUnavailable', replacing: 'StoreUnavailable', left: 'as it was' })
  expect(acknowledged).toBeGreaterThan(100)
  expect(readable).toBe(acknowledged)
  const { families } = open(file)
  for (let turn = 0; turn < acknowledged; turn += 1) expect(await families.read(`f${turn}`)).toBeDefined()
  await families.issue('later', 'one', LONG)
  expect(await families.read('later')).toBe('one')
})
