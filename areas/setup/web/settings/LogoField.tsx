import { Button } from 'antd'
import { ImageIcon, Trash2Icon, UploadIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { LOGO_KB, logoTypes } from '../../contract/company-settings.ts'
import './settings.css'

/** The picture itself is the value: it is small, and no record of anybody's. */
export function LogoField({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const files = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const wrong = !logoTypes.some((type) => type === file.type)
    const large = file.size > LOGO_KB * 1024
    setProblem(wrong ? t('setup:logo.wrong') : large ? t('setup:logo.large', { size: LOGO_KB }) : undefined)
    if (!wrong && !large) onChange?.(await asText(file))
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
      <Muted>{t('setup:logo.hint', { size: LOGO_KB })}</Muted>
      {problem && (
        <span role="alert" className="carat-danger">
          {problem}
        </span>
      )}
      <input
        ref={files}
        type="file"
        hidden
        accept={logoTypes.join(',')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </Stack>
  )
}

const asText = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
