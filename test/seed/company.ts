/** A store with the past of a company: 42 apps, 300 users, sixteen days. Only its secrets are random. */
import { copyFile, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { obtainRootSecret } from '../../lib/index.ts'
import { administration, suspensions } from './administration.ts'
import { courier } from './courier.ts'
import { DAY_MS, DAYS, planned } from './plan.ts'
import { player } from './play.ts'
import { openPast, type Past } from './service.ts'
import { setUp } from './set-up.ts'

const YEAR_AND_MORE_MS = 450 * DAY_MS
/** The host of one app's notices is not found since then. */
const GONE_MS = 7 * 3_600_000

/** Where Linux keeps files in memory, and the bytes that must be free there: several times what a store takes. */
const MEMORY = { folder: '/dev/shm', room: 2 ** 28 }

export class FolderInUse extends Error {}

/** @param now the end of the story, milliseconds since the epoch */
export async function seedCompany(folder: string, baseUrl: string, now: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new FolderInUse(`${folder} is not empty: name a folder that is, or one that does not exist yet`)
  const { secrets } = await obtainRootSecret({ configured: [], dataFolder: folder, isLocalhost: true })
  const file = join(folder, 'portico.sqlite')
  const workshop = await memoryFolder()
  try {
    const written = join(workshop ?? folder, 'portico.sqlite')
    await writeStory(await openPast({ file: written, secret: secrets[0], baseUrl, from: now - YEAR_AND_MORE_MS }), now)
    if (workshop !== undefined) await copyFile(written, file)
  } finally {
    if (workshop !== undefined) await rm(workshop, { recursive: true })
  }
}

/** The story is thousands of commits, one after the other; on a disk each of them waits until it is written there. */
async function memoryFolder(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(MEMORY.folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize < MEMORY.room ? undefined : mkdtemp(join(MEMORY.folder, 'portico-seed-'))
}

async function writeStory(past: Past, now: number): Promise<void> {
  try {
    await setUp(past, now)
    const { deliver } = courier(past, now - GONE_MS)
    const { play, end } = player(past)
    const acts = planned(now, suspensions(now)).map((act) => ({ at: act.at, perform: () => play(act) }))
    const tasks = administration(past, now).map(({ at, perform }) => ({
      at,
      async perform() {
        await end()
        await perform()
      },
    }))
    past.setClock(now - DAYS * DAY_MS)
    for (const { at, perform } of [...acts, ...tasks].toSorted((one, other) => one.at - other.at)) {
      await deliver(at)
      past.setClock(at)
      await perform()
    }
    await end()
    await deliver(now)
    past.setClock(now)
  } finally {
    await past.close()
  }
}
