import { parentPort, workerData } from 'node:worker_threads'
import type { Keys } from '#kit/server/sealed.ts'
import { sealingOfCodes } from './sealing.ts'

// The other side of sealing-many.ts: a line for each voucher comes in, and what was sealed goes back in the same order.

const { secret } = workerData as { secret: Uint8Array }
const codes = sealingOfCodes({ secret: Buffer.from(secret), earlierSecret: null } satisfies Keys)

parentPort!.on('message', (lines: string) => {
  const sealed = lines.split('\n').map((line) => {
    const at = line.indexOf('\t')
    return codes.seal(line.slice(0, at), line.slice(at + 1)).SecretSealed.toString('base64')
  })
  parentPort!.postMessage(sealed.join())
})
