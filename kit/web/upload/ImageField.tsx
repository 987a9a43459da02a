import { Button, Input } from 'antd'
import { ImageIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import type { ControlProps } from '../form/fields.ts'
import { useT } from '../i18n.ts'
import { notify } from '../notify.tsx'
import { useService } from '../slots.ts'
import { DropZone } from './DropZone.tsx'
import { fileUrl } from './send.ts'
import { type UploadedFile, uploadService } from './uploads.ts'

type Props = ControlProps & {
  /** The alternative text of the image. */
  alt: string
  round?: boolean
  /** Asks for a description of a new image. A portrait beside the person's name needs no description. */
  describe?: boolean
}

/** An image as a form field. The value is the stored URL or null. */
export function ImageField({ id, value, onChange, onBlur, alt, round = false, describe = false }: Props) {
  const t = useT()
  const [uploaded, setUploaded] = useState<UploadedFile>()
  const url = typeof value === 'string' && value !== '' ? value : undefined
  return (
    <>
      <DropZone
        id={id}
        kind="image"
        onBlur={onBlur}
        onUploaded={(next) => {
          setUploaded(next)
          onChange?.(next.Url)
        }}
        choose={t(url ? 'kit:upload.another' : 'kit:upload.choose')}
        shown={
          <div className={`carat-picture${round ? ' carat-picture-round' : ''}`}>
            {url ? <img src={fileUrl(url)} alt={alt} /> : <ImageIcon aria-hidden />}
          </div>
        }
      >
        {url && (
          <Button type="text" danger icon={<Trash2Icon aria-hidden />} onClick={() => onChange?.(null)}>
            {t('kit:verbs.remove')}
          </Button>
        )}
      </DropZone>
      {describe && url && uploaded?.Url === url && <Description key={url} file={uploaded} onWritten={setUploaded} />}
    </>
  )
}

function Description({ file, onWritten }: { file: UploadedFile; onWritten: (file: UploadedFile) => void }) {
  const t = useT()
  const { describe } = useService(uploadService)
  const write = async (text: string) => {
    try {
      onWritten(await describe(file, text))
    } catch (error) {
      notify.error('kit:upload.describeFailed', error)
    }
  }
  return (
    <Input
      className="carat-picture-words"
      maxLength={200}
      aria-label={t('kit:upload.describe')}
      placeholder={t('kit:upload.describe')}
      onBlur={({ target }) => target.value.trim() && void write(target.value.trim())}
    />
  )
}
