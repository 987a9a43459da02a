import sharp from 'sharp'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { refusals } from '../contract.ts'

// One thread for each picture and nothing kept: memory must not grow with what people send.
sharp.concurrency(1)
sharp.cache(false)

const SIDE_MAX = 2000
const THUMBNAIL_SIDE = 320
const PIXELS_MAX = 40e6
const SECONDS_MAX = 15

/** A picture of a few megabytes may take hundreds once it is opened. */
const atOnce = limitConcurrency(2)

type Picture = { content: Buffer; thumbnail: Buffer; width: number; height: number }

/**
 * Draws the picture again: upright, at most 2000 pixels wide or high, as WebP. Nothing of the file survives but what is
 * seen: no place where it was taken, no script behind its end.
 */
export const redraw = (path: string): Promise<Picture> =>
  atOnce(async () => {
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

/** Our disk or memory is not the sender's fault; what the decoder did not like is. */
function refusalOf(error: Error & { code?: string }) {
  if (error.code === 'ENOSPC' || error.code === 'ENOENT') return error
  if (/pixel limit/i.test(error.message)) return refusals.tooManyPixels({ megapixels: PIXELS_MAX / 1e6 })
  return refusals.unreadable()
}
