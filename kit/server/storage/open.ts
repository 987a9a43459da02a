import type { FileStorageFactory } from '../storage.ts'
import { createFolderStorage } from './folder.ts'
import { createS3Storage, type S3Bucket } from './s3.ts'

export const openFileStorage = ({
  dataDir,
  bucket,
}: {
  dataDir: string
  bucket?: S3Bucket | undefined
}): FileStorageFactory => (bucket ? createS3Storage(bucket) : createFolderStorage(dataDir))
