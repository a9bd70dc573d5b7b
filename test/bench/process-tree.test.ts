/** Parsing of Linux process lines, and measurements of real processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseStat, parseStatus, useOfTree } from './process-tree.ts'

describe('/proc', () => {
  it.each(['node', 'a b', ':-) (x) 1 2 3 4', ')'])('a program named %p is read past its name', (name) => {
    const text = `4711 (${name}) S 4242 4711 4711 0 -1 4194304 99 88 77 66 150 25 14 3 20 0 11 0 1000 2000 3000`
    expect(parseStat(text)).toEqual({ parent: 4242, processorTime: 1_750_000 })
  })

  it('a line that is none is refused', () => expect(() => parseStat('4711 (node) S')).toThrow('not a line'))

  it('memory is in bytes, and none once a process has ended', () => {
    const text = 'Name:\tnode\nVmPeak:\t  99 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n'
    expect(parseStatus(text)).toEqual({ resident: 1_048_576, peak: 2_097_152 })
    expect(parseStatus('Name:\tnode\nState:\tZ (zombie)\n')).toEqual({ resident: 0, peak: 0 })
  })
})

const TICK = 10_000

describe('a process', () => {
  it('has memory, and the processor time that it reports', async () => {
    const busy = `const say = () => { const { user, system } = process.cpuUsage(); process.send(user + system) }
      while (process.cpuUsage().user < 250_000); process.on('message', say); say()`
    const child = spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [before] = (await once(child, 'message')) as [number]
    const { processorTime, resident, peak } = useOfTree(child.pid ?? 0)
    child.send('again')
    const [after] = (await once(child, 'message')) as [number]
    child.kill()
    await once(child, 'exit')
    // Ticks of ten milliseconds are truncated, for user and system.
    expect(processorTime).toBeGreaterThan(before - 2 * TICK)
    expect(processorTime).toBeLessThanOrEqual(after)
    expect(resident).toBeGreaterThan(2 ** 24)
    expect(peak).toBeGreaterThanOrEqual(resident)
  })

  it('counts with those that it has started, and with those that they have started', async () => {
    const busy = 'while (process.cpuUsage().user < 250_000); process.stdout.write("done"); setInterval(() => {}, 1000)'
    const outer = `const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(busy)}], { stdio: "inherit" });
      process.on("SIGTERM", () => { child.kill(); child.once("exit", () => process.exit()) })`
    const child = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const { processorTime, resident } = useOfTree(child.pid ?? 0)
    child.kill()
    await once(child, 'exit')
    expect(processorTime).toBeGreaterThan(150_000)
    expect(resident).toBeGreaterThan(2 * 2 ** 24)
  })

  it('that is not there is an error', () => expect(() => useOfTree(2 ** 30)).toThrow('there is no process'))
})
