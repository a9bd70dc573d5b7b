/** Every record has the version of its form; a later one is refused. */
import { NewerRecordError, readList, readRecord, writeList, writeRecord } from '../../lib/domain/stored-record.ts'

it('a record is written with the version of today, and read without it', () => {
  expect(JSON.parse(writeRecord({ name: 'x' }))).toEqual({ v: 1, name: 'x' })
  expect(readRecord(writeRecord({ name: 'x' }))).toEqual({ name: 'x' })
  expect(readList(writeList([1, 2]))).toEqual([1, 2])
})

it('what a later release wrote is refused with a sentence', () => {
  for (const read of [readRecord, readList])
    expect(() => read('{"v":2,"name":"x"}')).toThrow(
      new NewerRecordError('a record in the store has version 2, of a later release; this one reads 1'),
    )
})
