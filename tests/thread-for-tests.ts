import { threadId } from 'node:worker_threads'
import { performThreadTasks } from '#areas/messages/server/threads/thread.ts'
import { refusal } from '#kit/contract/refusal.ts'

export type TestTask = 'answer' | 'loop' | 'refuse' | 'exit' | { gate: Int32Array<SharedArrayBuffer> }

const refused = refusal(409, 'tests.refused', 'No {Name}')

// The thread program of thread-pool.test.ts.
// The shared gate contains the number of running tasks, its maximum so far, and whether the gate is open.
performThreadTasks(async (task: TestTask) => {
  if (task === 'refuse') throw refused({ Name: 'reward' })
  if (task === 'exit') process.exit(1)
  while (task === 'loop');
  if (typeof task === 'object') {
    const running = Atomics.add(task.gate, 0, 1) + 1
    if (running > Atomics.load(task.gate, 1)) Atomics.store(task.gate, 1, running)
    Atomics.wait(task.gate, 2, 0)
    Atomics.sub(task.gate, 0, 1)
  }
  return threadId
})
