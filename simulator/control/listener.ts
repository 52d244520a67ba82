// Listens for the control application, which is loaded when somebody first asks: many simulators are asked nothing there.
import type { RequestListener } from 'node:http'
import type { ControlParts } from './operation.ts'

export const controlListener = (parts: ControlParts): RequestListener => {
  let app: RequestListener | undefined
  const load = async (): Promise<RequestListener> => {
    const { createControlApp } = await import('./app.ts')
    return (app ??= createControlApp(parts).callback())
  }
  return (request, response) => {
    if (app !== undefined) return app(request, response)
    load().then(
      (loaded) => loaded(request, response),
      (err: unknown) => {
        parts.services.log.error({ err }, 'the control application could not be loaded')
        response.destroy()
      },
    )
  }
}
