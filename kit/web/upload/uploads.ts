import { service } from '../slots.ts'

/** The record that a file is attached to, by its key: `{ ObjectType: 'TaskId', ObjectId: '17' }`. */
export type FileOwner = { ObjectType: string; ObjectId: string }

/** A stored file: the address that its record keeps, and the version that a change of its description is based on. */
export type UploadedFile = { Url: string; MediaId: number; Version: number; FileName: string }

export type Uploads = {
  /** Types and size that the server accepts: `accept` of a file input, and bytes. */
  limits: Record<'image' | 'file', { accept: string; bytes: number }>
  /** Without an owner a form that is saved later attaches the file. */
  upload: (file: File, onProgress: (part: number) => void, owner?: FileOwner) => Promise<UploadedFile>
  describe: (file: UploadedFile, text: string) => Promise<UploadedFile>
}

const noStorage = () => Promise.reject(new Error('No area stores files'))

export const uploads = service<Uploads>('kit.uploads', {
  value: {
    limits: { image: { accept: '', bytes: 0 }, file: { accept: '', bytes: 0 } },
    upload: noStorage,
    describe: noStorage,
  },
})
