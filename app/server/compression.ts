import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#kit/server/serve.ts'

/** Replies below this size fit into one packet without compression. */
const MIN_BYTES = 1_024
// Replies are compressed at moderate levels, because a caller waits. The build compresses files at the highest level.
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 6

/**
 * Compresses all replies except those of /auth/ calls.
 * Replies of /auth/ calls contain secrets, and the compressed length could reveal how much a caller has guessed (BREACH).
 */
export async function compressReplies(app: FastifyInstance, basePath: string) {
  const signInPrefix = `${basePath}${API_BASE}/auth/`
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(signInPrefix)) Object.assign(route, { compress: false })
  })
  await app.register(compress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
    // Compressed request bodies are refused, because they could expand beyond the body limit.
    globalDecompression: false,
  })
}
