import { parentPort, workerData } from 'node:worker_threads'
import type { EncryptionKeys } from '#kit/server/sealed.ts'
import { createSecurityCodeSealer } from './sealing.ts'

// Worker thread of sealing-many.ts: gets one line per voucher and returns the encrypted codes in the same order.

const { secret } = workerData as { secret: Uint8Array }
const codes = createSecurityCodeSealer({ secret: Buffer.from(secret), earlierSecret: null } satisfies EncryptionKeys)

parentPort!.on('message', (lines: string) => {
  const sealed = lines.split('\n').map((line) => {
    const tab = line.indexOf('\t')
    return codes.seal(line.slice(0, tab), line.slice(tab + 1)).SecretSealed.toString('base64')
  })
  parentPort!.postMessage(sealed.join())
})
