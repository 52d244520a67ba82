#!/usr/bin/env bash
# lxml 6.1.3 with libxml2 2.14.6 (PyPI), and every reader of XML on libxml2 with its defaults.
# Guess: a UAD 2.6 appraisal XML is read whatever the size of the report in it is, as memory allows.
# Seen: a report PDF of 8 MB, whose base64 is one text of 10.7 million letters, is refused ("Text node too long, try XML_PARSE_HUGE"); photos alone make
#   reports larger than that. Line breaks in the base64 do not help. With huge_tree=True it is read. Python's own xml.etree reads it as it is.
# Touches: whoever reads the 2.6 GSE XML with the PDF embedded: tests with small reports pass, the first report with large photos fails.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv v >/dev/null 2>&1 && ./v/bin/pip install --quiet --disable-pip-version-check lxml==6.1.3 >/dev/null 2>&1 || { echo 'python3 or the package could not be had'; exit 2; }
./v/bin/python - <<'PY'
import base64, sys
from xml.etree import ElementTree
from lxml import etree

def document(size, wrapped):
    pdf = base64.b64encode(b'%PDF-1.7\n' + b' ' * size).decode()
    if wrapped:
        pdf = '\n'.join(pdf[at:at + 76] for at in range(0, len(pdf), 76))
    return f'<VALUATION_RESPONSE MISMOVersionID="2.6"><REPORT><EMBEDDED_FILE><DOCUMENT>{pdf}</DOCUMENT></EMBEDDED_FILE></REPORT></VALUATION_RESPONSE>'.encode()

def read(text, **options):
    try:
        return f"read, {len(etree.fromstring(text, etree.XMLParser(**options)).findtext('.//DOCUMENT'))} letters"
    except etree.XMLSyntaxError as error:
        return f'refused: {str(error)[:60]}'

print('lxml', etree.LXML_VERSION, 'libxml2', etree.LIBXML_VERSION)
small, large, wrapped = document(7_000_000, False), document(8_000_000, False), document(8_000_000, True)
seen = {'7 MB': read(small), '8 MB': read(large), '8 MB, wrapped': read(wrapped), '8 MB, huge_tree': read(large, huge_tree=True)}
for name, result in seen.items():
    print(f'{name}: {result}')
print('xml.etree:', len(ElementTree.fromstring(large).findtext('.//DOCUMENT')), 'letters')
refused = [name for name, result in seen.items() if result.startswith('refused')]
sys.exit(0 if refused == ['8 MB', '8 MB, wrapped'] else 1)
PY
