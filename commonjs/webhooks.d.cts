import type * as module from '../dist/simulator/signed-webhooks.js' with { 'resolution-mode': 'import' }

export type * from '../dist/simulator/signed-webhooks.js' with { 'resolution-mode': 'import' }
export declare const signWebhook: typeof module.signWebhook
export declare const verifyWebhook: typeof module.verifyWebhook
