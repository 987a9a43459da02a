import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** A pass-through stream that counts bytes and computes their SHA-256. */
export function createHashingStream() {
  const hash = createHash('sha256')
  const measures = { bytes: 0, sha256: '' }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      measures.bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      measures.sha256 = hash.digest('hex')
      done()
    },
  })
  return { stream, measures }
}

/** A pass-through stream that counts rows of COPY's text format, where every line feed ends a row. */
export function createRowCountingStream() {
  const counts = { rows: 0 }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) counts.rows++
      done(null, chunk)
    },
  })
  return { stream, counts }
}
