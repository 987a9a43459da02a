import { useState } from 'react'
import { formatBytes } from '../format.ts'
import { errorText, useT } from '../i18n.ts'
import { useService } from '../slots.ts'
import { type FileOwner, type UploadedFile, uploads } from './uploads.ts'

/** Uploads one file; returns its progress and the message of a failure. */
export function useUpload(kind: 'image' | 'file', onUploaded: (file: UploadedFile) => void, owner?: FileOwner) {
  const t = useT()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [problem, setProblem] = useState<string>()
  const { limits, upload } = useService(uploads)
  const { accept, bytes } = limits[kind]

  const run = async (chosenFile: File) => {
    setProblem(undefined)
    if (kind === 'image' && !accept.split(',').includes(chosenFile.type))
      return setProblem(t('kit:upload.wrongType', { name: chosenFile.name, types: 'JPEG, PNG, WebP' }))
    setSending({ name: chosenFile.name, part: 0 })
    try {
      const file = kind === 'image' ? await shrinkImage(chosenFile, bytes) : chosenFile
      if (file.size > bytes) {
        const sizes = { size: formatBytes(file.size), limit: formatBytes(bytes) }
        return setProblem(t('kit:upload.tooLarge', { name: file.name, ...sizes }))
      }
      onUploaded(await upload(file, (part) => setSending({ name: chosenFile.name, part }), owner))
    } catch (error) {
      setProblem(errorText(error).description)
    } finally {
      setSending(undefined)
    }
  }
  return { run, sending, problem, accept, bytes }
}

const SIDE = 2000

/** Scales down an image above the size limit before the upload. The server stores images scaled down anyway. */
async function shrinkImage(file: File, bytes: number): Promise<File> {
  if (file.size <= bytes || !file.type.startsWith('image/')) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  return smaller ? new File([smaller], file.name, { type: 'image/jpeg' }) : file
}
