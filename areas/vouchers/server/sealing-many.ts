import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Keys } from '#kit/server/sealed.ts'
import { sealingOfCodes } from './sealing.ts'

/** What each code leaves behind lies about for long, so the thread is kept from letting it heap up. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }

/**
 * Seals the codes of a whole file, some thousand at a time, in a thread of its own: the server's one thread has other callers, and
 * its memory does not grow with the file. `seal` takes lines of a voucher's number, a tab and its code, and answers what was
 * sealed as base64 with commas between, in the same order.
 */
export function sealingManyCodes(keys: Keys) {
  const thread = new Worker(new URL('sealing-thread.ts', import.meta.url), {
    workerData: { secret: Uint8Array.from(keys.secret) },
    resourceLimits,
  })
  return {
    keyId: sealingOfCodes(keys).keyId,
    async seal(lines: string): Promise<string> {
      thread.postMessage(lines)
      const [sealed] = await once(thread, 'message')
      return sealed
    },
    end: () => thread.terminate(),
  }
}
