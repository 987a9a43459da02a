import { threadId } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { kitRefusals } from '#kit/server/errors.ts'
import type { TestTask } from '#tests/thread-for-tests.ts'
import { createThreadPool } from './thread-pool.ts'

const pool = createThreadPool<TestTask, number>(new URL('../../../../tests/thread-for-tests.ts', import.meta.url), {
  most: 2,
  waiting: 3,
  cpuMs: 500,
  tooLong: () => kitRefusals.tooLarge(),
})
afterAll(() => pool.end())

test('thread pool: a task runs in another thread, and the next task uses the same thread', async () => {
  const first = await pool.run('answer')
  expect(first).not.toBe(threadId)
  expect(await pool.run('answer')).toBe(first)
})

test('thread pool: an error in the thread reaches the caller with the same status, code and parameters', async () => {
  await expect(pool.run('refuse')).rejects.toMatchObject({
    statusCode: 409,
    code: 'tests.refused',
    message: 'No reward',
    params: { Name: 'reward' },
  })
})

test('thread pool: two tasks run and three wait at the same time, and a further task is refused', async () => {
  await Promise.all([pool.run('answer'), pool.run('answer')])
  const gate = new Int32Array(new SharedArrayBuffer(12))
  const tasks = [1, 2, 3, 4, 5].map(() => pool.run({ gate }))
  await expect(pool.run('answer')).rejects.toMatchObject({ statusCode: 503, code: 'kit.too_long', retryAfter: 2 })
  Atomics.store(gate, 2, 1)
  Atomics.notify(gate, 2)
  expect(new Set(await Promise.all(tasks)).size).toBe(2)
  expect(Atomics.load(gate, 1)).toBeLessThanOrEqual(2)
})

test('thread pool: a task that uses too much processor time is stopped, and the next task is executed', async () => {
  await expect(pool.run('loop')).rejects.toMatchObject({ code: 'kit.too_large' })
  expect(await pool.run('answer')).toBeGreaterThan(0)
})

test('thread pool: if a thread ends during its task, the task gets 503 and the next task is executed', async () => {
  await expect(pool.run('exit')).rejects.toMatchObject({ statusCode: 503, code: 'kit.away' })
  expect(await pool.run('answer')).toBeGreaterThan(0)
})

test('thread pool: after the pool has ended, the next task starts a new thread', async () => {
  const before = await pool.run('answer')
  await pool.end()
  expect(await pool.run('answer')).not.toBe(before)
})
