import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

const { LAB_PORT, LAB_BACKEND_PORT, LAB_VARIANT, LAB_CERT, LAB_KEY } = process.env
const isProduction = LAB_VARIANT === 'production'
const app = express()
app.use(createProxyMiddleware({ target: `http://127.0.0.1:${LAB_BACKEND_PORT}`, xfwd: isProduction }))
const server = isProduction ? createServer({ cert: readFileSync(LAB_CERT), key: readFileSync(LAB_KEY) }, app) : app
server.listen(Number(LAB_PORT), '127.0.0.1')
