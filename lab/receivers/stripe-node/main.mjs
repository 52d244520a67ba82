// The header of this contract has the form of Stripe's, so its library can check it.
import express from 'express'
import Stripe from 'stripe'

const stripe = new Stripe('sk_test_none')
const app = express()

app.post('/hooks', express.raw({ type: '*/*' }), (request, response) => {
  try {
    stripe.webhooks.constructEvent(request.body, request.get('X-Service-Signature'), process.env.LAB_SECRET)
  } catch (error) {
    if (error instanceof SyntaxError) return response.sendStatus(400)
    return response.sendStatus(401)
  }
  response.sendStatus(204)
})
app.listen(Number(process.env.LAB_PORT), '127.0.0.1')
