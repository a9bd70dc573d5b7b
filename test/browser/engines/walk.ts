/** The tests of a browser: each task of the walk, and that its pages fit. */
import type { Engine } from './engine.ts'
import { TASKS_OF_ADMINISTRATORS } from './tasks-of-administrators.ts'
import { TASKS_OF_USERS } from './tasks-of-users.ts'
import { visitor } from './visitor.ts'
import { startWorld } from './world.ts'

export async function walkThrough(engine: Engine): Promise<void> {
  const world = await startWorld()
  const [user, other, admin] = [await visitor(engine), await visitor(engine), await visitor(engine)]
  const tasks = Object.entries({ ...TASKS_OF_USERS, ...TASKS_OF_ADMINISTRATORS })
  let isLost = false
  it.each(tasks)('%s', async (_name, task) => {
    // A task begins where the one before it ends, and would wait for that in vain.
    if (isLost) throw new Error('a task before this one failed')
    isLost = true
    await task({ world, device: engine.device, user, other, admin })
    isLost = false
    expect([user, other, admin].flatMap((each) => each.issues())).toEqual([])
  })
}
