import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#kit/server/serve.ts'

/** Below this a reply fits into one packet either way, and a secret shown alone stays as long as it is. */
const LEAST_BYTES = 1_024
// The web app's files were packed as tightly as can be when it was built. A reply is packed while somebody waits.
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 6

/**
 * Packs replies for callers that can unpack them. Left as they are: what is packed already, and everything about signing in:
 * those replies hold tokens and secrets, whose length must not tell how much of them a caller has guessed.
 */
export async function compressReplies(app: FastifyInstance, basePath: string) {
  const signingIn = `${basePath}${API_BASE}/auth/`
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(signingIn)) Object.assign(route, { compress: false })
  })
  await app.register(compress, {
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
    // A packed body could unpack to far more than a body may have.
    globalDecompression: false,
  })
}
