import { Button, Progress } from 'antd'
import { CameraIcon, UploadIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../format.ts'
import { useT } from '../i18n.ts'
import { useMedia } from '../useMedia.ts'
import type { FileOwner, UploadedFile } from './uploads.ts'
import './upload.css'
import { useUpload } from './useUpload.ts'

type Props = {
  id?: string | undefined
  kind: 'image' | 'file'
  onUploaded: (file: UploadedFile) => void
  onBlur?: (() => void) | undefined
  /** The current file, shown in the zone. */
  shown?: ReactNode
  choose: string
  /** The record to which the file is attached at once. */
  owner?: FileOwner
  children?: ReactNode
}

/** Uploads a file that is dropped, chosen or, on a phone, photographed. */
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
      {/* The buttons inside are the accessible alternative to dropping. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file, with buttons that do the same. */}
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

/** Clears the input afterwards, so that the same file can be chosen again. */
function readFiles(input: HTMLInputElement, onFiles: (list: FileList | null) => void) {
  onFiles(input.files)
  input.value = ''
}
