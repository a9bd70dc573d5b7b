/** Every record says which version of its form it has; what 0.1.0 wrote counts as the first, and a later one is refused. */
import { NewerRecordError, readList, readRecord, writeList, writeRecord } from '../../lib/domain/stored-record.ts'

it('a record is written with the version of today, and read without it', () => {
  expect(JSON.parse(writeRecord({ name: 'x' }))).toEqual({ v: 2, name: 'x' })
  expect(readRecord(writeRecord({ name: 'x' }))).toEqual({ name: 'x' })
  expect(readList(writeList([1, 2]))).toEqual([1, 2])
})

it('what version 0.1.0 wrote is read', () => {
  expect(readRecord('{"name":"x"}')).toEqual({ name: 'x' })
})

it('what a later release wrote is refused with a sentence', () => {
  for (const read of [readRecord, readList])
    expect(() => read('{"v":3,"name":"x"}')).toThrow(
      new NewerRecordError('a record in the store has version 3, of a later release; this one reads 1 and 2'),
    )
})
