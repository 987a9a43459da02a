import { Button } from 'antd'
import { ImageIcon, Trash2Icon, UploadIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { LOGO_SIZE_MAX_KB, logoMediaTypes } from '../../contract/company-settings.ts'
import './settings.css'

/** Form field for the logo; its value is a data URL, because the image is small and belongs to no record. */
export function LogoField({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const files = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const isWrongType = !logoMediaTypes.some((type) => type === file.type)
    const isTooLarge = file.size > LOGO_SIZE_MAX_KB * 1024
    setProblem(
      isWrongType ? t('setup:logo.wrong') : isTooLarge ? t('setup:logo.large', { size: LOGO_SIZE_MAX_KB }) : undefined,
    )
    if (!isWrongType && !isTooLarge) onChange?.(await toDataUrl(file))
  }
  return (
    <Stack gap="xs">
      <Row>
        {typeof value === 'string' && value !== '' ? (
          <img src={value} alt={t('setup:setting.company_logo.name')} className="setting-logo" />
        ) : (
          <ImageIcon aria-hidden className="carat-muted" />
        )}
        <Button id={id} icon={<UploadIcon aria-hidden />} onClick={() => files.current?.click()} onBlur={onBlur}>
          {t('kit:upload.choose')}
        </Button>
        {value ? (
          <Button icon={<Trash2Icon aria-hidden />} onClick={() => onChange?.(null)}>
            {t('setup:logo.remove')}
          </Button>
        ) : null}
      </Row>
      <Muted>{t('setup:logo.hint', { size: LOGO_SIZE_MAX_KB })}</Muted>
      {problem && (
        <span role="alert" className="carat-danger">
          {problem}
        </span>
      )}
      <input
        ref={files}
        type="file"
        hidden
        accept={logoMediaTypes.join(',')}
        onChange={({ target }) => {
          void readFile(target.files?.[0])
          // The file input is emptied, so that the user can choose the same file again.
          target.value = ''
        }}
      />
    </Stack>
  )
}

const toDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
