import type { Readable } from 'node:stream'
import type { Storages } from '../storage.ts'
import { assertFileName } from './name.ts'

/** A bucket of Amazon S3 or of a compatible server. */
export type S3Bucket = {
  name: string
  region: string
  endpoint: string | undefined
  /** Bucket in the path instead of the host name, as most self-hosted servers require. */
  pathStyle: boolean
  /** Access keys; the machine's role by default. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

export function s3Storage(bucket: S3Bucket): Storages {
  // Imported only if a bucket is configured, because the library is slow to load.
  const client = createClient(bucket)
  // A failed import is reported by the first use.
  client.catch(() => {})
  return (shelf) => {
    const objectOf = (name: string) => ({ Bucket: bucket.name, Key: `${shelf}/${assertFileName(name)}` })
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
        const Prefix = `${shelf}/`
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
    // Compatible servers rarely support the newer checksums.
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
