import { Button, Progress } from 'antd'
import { CameraIcon, UploadIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../format.ts'
import { errorText, useT } from '../i18n.ts'
import { useService } from '../slots.ts'
import { useMedia } from '../useMedia.ts'
import { type FileOwner, type UploadedFile, uploadService } from './uploads.ts'
import './upload.css'

type Props = {
  id?: string | undefined
  kind: 'image' | 'file'
  onUploaded: (file: UploadedFile) => void
  onBlur?: (() => void) | undefined
  /** The current file of the drop zone. */
  shown?: ReactNode
  choose: string
  /** The record to which the uploaded file is attached at once. */
  owner?: FileOwner
  children?: ReactNode
}

/** Uploads a file that users drop, choose or, on a phone, photograph. */
export function DropZone({ id, kind, onUploaded, onBlur, shown: visible, choose, owner, children }: Props) {
  const t = useT()
  const touch = useMedia('(pointer: coarse)')
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { run, sending, problem, accept, bytes } = useUpload(kind, onUploaded, owner)
  const onFiles = (list: FileList | null) => {
    const file = list?.[0]
    if (file && !sending) void run(file)
  }
  const input = { type: 'file', accept, style: { display: 'none' }, 'aria-hidden': true } as const

  return (
    <div>
      {/* The buttons inside are the accessible alternative to dropping a file. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: users drop files here; buttons inside do the same. */}
      <div
        className={`carat-drop${isOver ? ' carat-drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          onFiles(event.dataTransfer.files)
        }}
      >
        {visible}
        <div className="carat-drop-side">
          <div className="carat-drop-buttons">
            <Button
              id={id}
              icon={<UploadIcon aria-hidden />}
              loading={sending !== undefined}
              onBlur={onBlur}
              onClick={() => files.current?.click()}
            >
              {choose}
            </Button>
            {kind === 'image' && touch && (
              <Button
                icon={<CameraIcon aria-hidden />}
                disabled={sending !== undefined}
                onClick={() => camera.current?.click()}
              >
                {t('kit:upload.camera')}
              </Button>
            )}
            {children}
          </div>
          <div className="carat-drop-hint">
            {t(kind === 'image' ? 'kit:upload.imageHint' : 'kit:upload.fileHint', { size: formatBytes(bytes) })}
          </div>
          {sending && (
            <Progress
              percent={Math.round(sending.part * 100)}
              size="small"
              aria-label={t('kit:upload.uploading', { name: sending.name })}
            />
          )}
        </div>
        <input {...input} ref={files} onChange={({ target }) => readFiles(target, onFiles)} />
        {kind === 'image' && touch && (
          <input {...input} ref={camera} capture="environment" onChange={({ target }) => readFiles(target, onFiles)} />
        )}
      </div>
      {problem && (
        <div className="carat-drop-problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

/** Passes the chosen files on and clears the file input, so that the user can choose the same file again. */
function readFiles(input: HTMLInputElement, onFiles: (list: FileList | null) => void) {
  onFiles(input.files)
  input.value = ''
}

/** Uploads one file, and returns its progress and the message of a failure. */
function useUpload(kind: 'image' | 'file', onUploaded: (file: UploadedFile) => void, owner?: FileOwner) {
  const t = useT()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [problem, setProblem] = useState<string>()
  const { limits, upload } = useService(uploadService)
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

/** Scales down an image above the size limit before the upload, because the server would scale it down anyway. */
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
