import { defineService } from '../slots.ts'

/** The key of the record to which a file is attached: `{ ObjectType: 'TaskId', ObjectId: '17' }`. */
export type FileOwner = { ObjectType: string; ObjectId: string }

/** A stored file: its URL, its id, and the version that a change of the description must send. */
export type UploadedFile = { Url: string; MediaId: number; Version: number; FileName: string }

export type UploadService = {
  /** The accepted types of uploaded files (as in `accept` of a file input) and their maximum size in bytes. */
  limits: Record<'image' | 'file', { accept: string; bytes: number }>
  /** Uploads a file. Without an owner, the file is attached when its form is saved. */
  upload: (file: File, onProgress: (part: number) => void, owner?: FileOwner) => Promise<UploadedFile>
  describe: (file: UploadedFile, text: string) => Promise<UploadedFile>
}

const noStorage = () => Promise.reject(new Error('No area stores files'))

export const uploadService = defineService<UploadService>('kit.uploadService', {
  value: {
    limits: { image: { accept: '', bytes: 0 }, file: { accept: '', bytes: 0 } },
    upload: noStorage,
    describe: noStorage,
  },
})
