import type { Readable } from 'node:stream'

/** File storage in a local folder, or in a bucket shared by several machines. The server generates all file names. */
export type FileStorage = {
  /** Stores a file atomically. `size` is the expected number of bytes. */
  put(name: string, content: Readable, size: number): Promise<void>
  get(name: string): Promise<StoredFile | undefined>
  /** Deletes a file. A missing file is not an error. */
  delete(name: string): Promise<void>
  list(): AsyncIterable<Listed>
}

type StoredFile = { content: Readable; size: number }
type Listed = { name: string; size: number; modified: Date }

/** Returns the storage of one kind of file: a folder in DATA_DIR, or a prefix in the bucket. */
export type FileStorageFactory = (fileKind: 'media' | 'exports' | 'reporting') => FileStorage

declare module './ctx.ts' {
  interface Services {
    /** The storage of uploaded, exported and reporting files, one storage for each kind of file. */
    storage: FileStorageFactory
  }
}
