const SIDE = 2000

/** A phone's photo is heavier than what is kept of it in the end: it is made smaller before it travels. */
export async function shrunk(file: File, bytes: number): Promise<File> {
  if (file.size <= bytes || !file.type.startsWith('image/')) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return smaller ? new File([smaller], file.name, { type: 'image/jpeg' }) : file
}
