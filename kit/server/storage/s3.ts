import type { Readable } from 'node:stream'
import type { FileStorageFactory } from '../storage.ts'
import { assertFileName } from './name.ts'

/** The bucket of Amazon S3 or of a compatible server. */
export type S3Bucket = {
  name: string
  region: string
  endpoint: string | undefined
  /** True if the URL contains the bucket name in its path instead of the host name, as most self-hosted servers require. */
  pathStyle: boolean
  /** The access keys; by default the role of the machine. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

export function createS3Storage(bucket: S3Bucket): FileStorageFactory {
  // Loads the S3 library only if a bucket is configured, because the library is slow to load.
  const client = createClient(bucket)
  // A failed import of the S3 library is reported when the storage is first used.
  client.catch(() => {})
  return (fileKind) => {
    const objectOf = (name: string) => ({ Bucket: bucket.name, Key: `${fileKind}/${assertFileName(name)}` })
    return {
      async put(name, content, size) {
        const { s3, commands } = await client
        await s3.send(new commands.PutObjectCommand({ ...objectOf(name), Body: content, ContentLength: size }))
      },
      async get(name) {
        const { s3, commands } = await client
        const object = await s3.send(new commands.GetObjectCommand(objectOf(name))).catch(unlessMissing)
        return object && { content: object.Body as Readable, size: object.ContentLength ?? 0 }
      },
      async delete(name) {
        const { s3, commands } = await client
        await s3.send(new commands.DeleteObjectCommand(objectOf(name)))
      },
      async *list() {
        const { s3, commands } = await client
        const Prefix = `${fileKind}/`
        for (let ContinuationToken: string | undefined, more = true; more; more = ContinuationToken !== undefined) {
          const page = await s3.send(
            new commands.ListObjectsV2Command({ Bucket: bucket.name, Prefix, ContinuationToken }),
          )
          for (const { Key, Size, LastModified } of page.Contents ?? [])
            yield { name: Key!.slice(Prefix.length), size: Size ?? 0, modified: LastModified ?? new Date() }
          ContinuationToken = page.NextContinuationToken
        }
      },
    }
  }
}

async function createClient({ region, endpoint, pathStyle, keys }: S3Bucket) {
  const commands = await import('@aws-sdk/client-s3')
  const s3 = new commands.S3Client({
    region,
    forcePathStyle: pathStyle,
    // Requests to S3 omit the newer checksums, which compatible servers rarely support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
  })
  return { s3, commands }
}

function unlessMissing(error: { name?: string }): undefined {
  if (error.name !== 'NoSuchKey' && error.name !== 'NotFound') throw error as Error
}
