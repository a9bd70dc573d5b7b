import type { ResolutionSteps } from '../distributed/resolution-steps.ts'
import type { Connection } from './connection.ts'

export const resolutionSteps = ({ read, pendingSince, steadyMs }: Connection): ResolutionSteps => ({
  undo: ({ id, expected, next, writer }, leastSeconds) =>
    read('undoing a token family', 'undoFamily', [id, expected, next, writer, leastSeconds]),
  async readOrigin(id) {
    const [row] = await read('reading the origin of a token family', 'readOrigin', [id])
    return (row as [attempt: string, ageSeconds: number] | undefined) ?? ['', 0]
  },
  publish: (node, lowestOpen, keepSeconds) =>
    read('publishing resolved attempts', 'publishNode', [node, lowestOpen, keepSeconds]),
  async published(node) {
    const [row] = await read('reading the resolved attempts of another node', 'readNode', [node])
    return row?.[0] as number | undefined
  },
  pendingSince,
  steadyMs,
})
