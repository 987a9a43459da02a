import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EncryptionKeys } from '#kit/server/sealed.ts'
import { createSecurityCodeSealer } from './sealing.ts'

/** The limits of the heap are small, so that the memory of codes that are done is freed early. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }

/**
 * Encrypts the security codes of a whole file in a worker thread, some thousand at a time.
 * The server can answer other requests meanwhile, and its memory does not grow with the file.
 * Function `seal` takes lines of voucher number, tab and code, and returns encrypted codes in base64 with commas.
 */
export function startSecurityCodeEncryption(keys: EncryptionKeys) {
  const thread = new Worker(new URL('sealing-thread.ts', import.meta.url), {
    workerData: { secret: Uint8Array.from(keys.secret) },
    resourceLimits,
  })
  return {
    keyId: createSecurityCodeSealer(keys).keyId,
    async seal(lines: string): Promise<string> {
      thread.postMessage(lines)
      const [sealed] = await once(thread, 'message')
      return sealed
    },
    end: () => thread.terminate(),
  }
}
