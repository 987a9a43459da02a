import { prepareData } from './server.ts'

/** Runs once before all workers; Playwright calls the returned function after them. */
const globalSetup = () => prepareData()

// The one default export: Playwright looks for it.
export default globalSetup
