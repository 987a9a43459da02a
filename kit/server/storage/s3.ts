import type { Readable } from 'node:stream'
import type { Storages } from '../storage.ts'
import { checked } from './name.ts'

/** A bucket of Amazon or of a server that speaks like it. */
export type Bucket = {
  name: string
  region: string
  endpoint: string | undefined
  /** The bucket in the path and not in the host's name, as most servers of one's own want it. */
  pathStyle: boolean
  /** Without keys, those of the machine's own role are taken. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

export function s3Storage(bucket: Bucket): Storages {
  // Fetched only where there is a bucket: the library takes a while to load.
  const opened = open(bucket)
  // Anyone who uses it first hears why it failed.
  opened.catch(() => {})
  return (shelf) => {
    const placeOf = (name: string) => ({ Bucket: bucket.name, Key: `${shelf}/${checked(name)}` })
    return {
      async put(name, content, size) {
        const { s3, commands } = await opened
        await s3.send(new commands.PutObjectCommand({ ...placeOf(name), Body: content, ContentLength: size }))
      },
      async get(name) {
        const { s3, commands } = await opened
        const found = await s3.send(new commands.GetObjectCommand(placeOf(name))).catch(unlessMissing)
        return found && { content: found.Body as Readable, size: found.ContentLength ?? 0 }
      },
      async delete(name) {
        const { s3, commands } = await opened
        await s3.send(new commands.DeleteObjectCommand(placeOf(name)))
      },
      async *list() {
        const { s3, commands } = await opened
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

async function open({ region, endpoint, pathStyle, keys }: Bucket) {
  const commands = await import('@aws-sdk/client-s3')
  const s3 = new commands.S3Client({
    region,
    forcePathStyle: pathStyle,
    // Servers that only speak like Amazon's rarely know its newer checksums.
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
