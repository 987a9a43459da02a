import type { StorageFactory } from '../storage.ts'
import { folderStorage } from './folder.ts'
import { type S3Bucket, s3Storage } from './s3.ts'

export const openStorage = ({ dataDir, bucket }: { dataDir: string; bucket?: S3Bucket | undefined }): StorageFactory =>
  bucket ? s3Storage(bucket) : folderStorage(dataDir)
