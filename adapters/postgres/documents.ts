import type { DocumentStore } from '../../lib/ports/documents.ts'
import type { Connection } from './connection.ts'

export function documents({ read, write }: Connection): DocumentStore {
  async function valueOf(collection: string, id: string): Promise<string | undefined> {
    const [row] = await read('reading a document', 'readDocument', [collection, id])
    return row?.[0] as string | undefined
  }
  const statement = (expected: string | undefined, next: string | undefined) => {
    if (next !== undefined)
      return expected === undefined
        ? (['createDocument', [next]] as const)
        : (['changeDocument', [next, expected]] as const)
    return expected === undefined ? undefined : (['removeDocument', [expected]] as const)
  }

  return {
    read: valueOf,
    async replace(collection, id, expected, next) {
      const [name, values] = statement(expected, next) ?? []
      if (name !== undefined) {
        const done = await write('replacing a document', name, [collection, id, ...(values ?? [])])
        if (done.length > 0) return 'replaced'
      }
      // The value has already been replaced, if this is a retry after the first response was lost.
      return (await valueOf(collection, id)) === next ? 'replaced' : 'changed'
    },
    async list(collection, after, limit) {
      const [row] = await read('listing documents', 'listDocuments', [collection, after ?? null, limit])
      const [total, ids, values] = row as unknown as [number | null, string[] | null, string[]]
      return {
        total: total ?? undefined,
        documents: (ids ?? []).map((id, index) => ({ id, value: values[index] as string })),
      }
    },
  }
}
