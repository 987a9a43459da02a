import sharp from 'sharp'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { mediaRefusals } from '../contract.ts'

// One thread per image and no cache limit the memory of the image library.
sharp.concurrency(1)
sharp.cache(false)

const SIDE_MAX = 2000
const THUMBNAIL_SIDE = 320
const PIXELS_MAX = 40e6
const SECONDS_MAX = 15

/** A decoded image may take hundreds of megabytes, so at most two are processed at once. */
const withConcurrencyLimit = limitConcurrency(2)

type Picture = { content: Buffer; thumbnail: Buffer; width: number; height: number }

/**
 * Re-encodes an image as WebP, upright and at most 2000 pixels wide or high.
 * The new image contains only pixels, so metadata such as the location, and appended scripts, are dropped.
 */
export const reencodeImage = (path: string): Promise<Picture> =>
  withConcurrencyLimit(async () => {
    try {
      const { data, info } = await open(path)
        .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true })
      const thumbnail = await sharp(data)
        .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover', position: 'attention' })
        .webp({ quality: 76 })
        .toBuffer()
      return { content: data, thumbnail, width: info.width, height: info.height }
    } catch (error) {
      throw refusalOf(error as Error)
    }
  })

const open = (path: string) =>
  sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true }).timeout({ seconds: SECONDS_MAX })

/** Converts errors of the image decoder to refusals. Disk errors of the server are thrown unchanged. */
function refusalOf(error: Error & { code?: string }) {
  if (error.code === 'ENOSPC' || error.code === 'ENOENT') return error
  if (/pixel limit/i.test(error.message)) return mediaRefusals.tooManyPixels({ megapixels: PIXELS_MAX / 1e6 })
  return mediaRefusals.unreadable()
}
