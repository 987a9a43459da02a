import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Passes on what comes, and counts and hashes it on the way. */
export function measured() {
  const hash = createHash('sha256')
  const found = { bytes: 0, sha256: '' }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      found.bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      found.sha256 = hash.digest('hex')
      done()
    },
  })
  return { stream, found }
}

/** Counts rows of COPY's text format, in which a line feed ends a row and never stands inside one. */
export function counted() {
  const found = { rows: 0 }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found.rows++
      done(null, chunk)
    },
  })
  return { stream, found }
}
