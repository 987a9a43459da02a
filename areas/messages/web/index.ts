// The components of the message pages for other areas.
export { TemplatePreview } from './preview/TemplatePreview.tsx'
