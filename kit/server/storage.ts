import type { Readable } from 'node:stream'

/** File storage: a local folder, or a bucket shared by several machines. Names are generated, never chosen by a user. */
export type Storage = {
  /** Stores a file atomically. `size` is the expected number of bytes. */
  put(name: string, content: Readable, size: number): Promise<void>
  get(name: string): Promise<StoredFile | undefined>
  /** Deletes a file; no error if it does not exist. */
  delete(name: string): Promise<void>
  list(): AsyncIterable<Listed>
}

type StoredFile = { content: Readable; size: number }
type Listed = { name: string; size: number; modified: Date }

/** Returns the storage of one kind of file: a folder in DATA_DIR, or a prefix in the bucket. */
export type Storages = (shelf: 'media' | 'exports') => Storage

declare module './ctx.ts' {
  interface Services {
    /** Uploaded and exported files, one shelf per kind. */
    storage: Storages
  }
}
