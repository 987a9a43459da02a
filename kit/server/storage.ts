import type { Readable } from 'node:stream'

/** Where files lie: a folder of this machine, or a bucket that several machines share. Names are ours, never a user's. */
export type Storage = {
  /** All or nothing: until it resolves nobody sees the file. `size` is the number of bytes that will come. */
  put(name: string, content: Readable, size: number): Promise<void>
  get(name: string): Promise<StoredFile | undefined>
  /** What is not there need not be deleted. */
  delete(name: string): Promise<void>
  list(): AsyncIterable<Listed>
}

type StoredFile = { content: Readable; size: number }
type Listed = { name: string; size: number; modified: Date }

/** Each kind of file has a shelf of its own: a folder in DATA_DIR, or a prefix in the bucket. */
export type Storages = (shelf: 'media' | 'exports') => Storage

declare module './ctx.ts' {
  interface Services {
    /** Uploaded and exported files, one shelf per kind. */
    storage: Storages
  }
}
