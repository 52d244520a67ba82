#!/usr/bin/env bash
# java.util.zip.ZipInputStream of Java 17, and of Java 25; Python's zipfile as the writer. A report package is a ZIP with an XML, which is
# compressed, and a picture, which is stored as it is: pictures do not get smaller. It is written into a stream that cannot go back, so that the size of
# each member follows its bytes, as the ZIP format permits (general purpose bit 3).
# Guess: what ZipFile opens can be read member by member with ZipInputStream as well.
# Seen: ZipFile and unzip read both members; ZipInputStream reads the XML and refuses the picture ("only DEFLATED entries can have EXT descriptor").
# Touches: clients in Java that read a package of UAD 3.6 from the answer of a download as it comes: they work until a vendor's program writes
#   a stream; keep the bytes first, and open them with ZipFile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{ command -v javac && command -v python3; } > /dev/null || { echo 'a JDK and python3 cannot be had'; exit 2; }
python3 - <<'PY'
import io, zipfile

class Stream(io.RawIOBase):
    """A file that can only be written on, as a socket is."""
    def __init__(self, file): self.file = file
    def writable(self): return True
    def write(self, part): return self.file.write(part)

with open('package.zip', 'wb') as file, zipfile.ZipFile(Stream(file), 'w') as package:
    package.writestr(zipfile.ZipInfo('report.xml'), b'<MESSAGE/>', zipfile.ZIP_DEFLATED)
    package.writestr(zipfile.ZipInfo('front.png'), b'\x89PNG' * 100, zipfile.ZIP_STORED)
PY
cat > Try.java <<'JAVA'
import java.io.*;
import java.util.zip.*;

public class Try {
    public static void main(String[] args) throws IOException {
        int opened;
        try (var file = new ZipFile("package.zip")) { opened = file.size(); }
        var read = 0;
        var said = "nothing";
        try (var stream = new ZipInputStream(new FileInputStream("package.zip"))) {
            while (stream.getNextEntry() != null) { stream.readAllBytes(); read++; }
        } catch (ZipException error) { said = error.getMessage(); }
        System.out.println("Java " + Runtime.version().feature() + ": ZipFile has " + opened + " members, ZipInputStream read " + read + " and said: " + said);
        System.exit(opened == 2 && read == 1 && said.contains("DEFLATED") ? 0 : 1);
    }
}
JAVA
javac Try.java
java -cp . Try
